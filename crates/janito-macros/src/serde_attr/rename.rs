//! serde's `rename_all` rules, which differ for fields and variants: it trusts each to be written in Rust's own style.

/// A rule that turns a Rust name into the one in JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Rename {
    /// The name as it is.
    #[default]
    Keep,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Rename {
    /// The rule of that name; serde reports an unknown one.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// This rule, or another where there is none.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == Self::Keep { other } else { self }
    }

    /// The name of a field, written in snake case.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Keep | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => {
                let mut pascal = String::new();
                let mut begins = true;
                for character in name.chars() {
                    if character == '_' {
                        begins = true;
                    } else {
                        pascal.push(if begins { character.to_ascii_uppercase() } else { character });
                        begins = false;
                    }
                }
                pascal
            }
            Self::Camel => uncapitalized(&Self::Pascal.field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant, written in Pascal case.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Keep | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => uncapitalized(name),
            Self::Snake => {
                let mut snake = String::new();
                for (at, character) in name.char_indices() {
                    if at > 0 && character.is_uppercase() {
                        snake.push('_');
                    }
                    snake.push(character.to_ascii_lowercase());
                }
                snake
            }
            Self::ScreamingSnake => Self::Snake.variant(name).to_ascii_uppercase(),
            Self::Kebab => Self::Snake.variant(name).replace('_', "-"),
            Self::ScreamingKebab => Self::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

fn uncapitalized(name: &str) -> String {
    let mut rest = name.chars();
    rest.next().map_or_else(String::new, |first| format!("{}{}", first.to_ascii_lowercase(), rest.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the order of the rows below.
    const RULES: [&str; 8] = [
        "lowercase",
        "UPPERCASE",
        "PascalCase",
        "camelCase",
        "snake_case",
        "SCREAMING_SNAKE_CASE",
        "kebab-case",
        "SCREAMING-KEBAB-CASE",
    ];

    /// The rows are what `serde_derive` 1.0.229 makes of these names.
    #[test]
    fn names_are_those_of_serde() {
        for (field, names) in [
            ("outcome", ["outcome", "OUTCOME", "Outcome", "outcome", "outcome", "OUTCOME", "outcome", "OUTCOME"]),
            (
                "very_tasty",
                [
                    "very_tasty",
                    "VERY_TASTY",
                    "VeryTasty",
                    "veryTasty",
                    "very_tasty",
                    "VERY_TASTY",
                    "very-tasty",
                    "VERY-TASTY",
                ],
            ),
            ("a", ["a", "A", "A", "a", "a", "A", "a", "A"]),
            ("_a__b2", ["_a__b2", "_A__B2", "AB2", "aB2", "_a__b2", "_A__B2", "-a--b2", "-A--B2"]),
        ] {
            let found = RULES.map(|rule| Rename::named(rule).unwrap_or_default().field(field));
            assert_eq!(found, names);
            assert_eq!(Rename::Keep.field(field), field);
        }
        for (variant, names) in [
            ("Outcome", ["outcome", "OUTCOME", "Outcome", "outcome", "outcome", "OUTCOME", "outcome", "OUTCOME"]),
            (
                "VeryTasty",
                [
                    "verytasty",
                    "VERYTASTY",
                    "VeryTasty",
                    "veryTasty",
                    "very_tasty",
                    "VERY_TASTY",
                    "very-tasty",
                    "VERY-TASTY",
                ],
            ),
            ("A", ["a", "A", "A", "a", "a", "A", "a", "A"]),
            ("Z42", ["z42", "Z42", "Z42", "z42", "z42", "Z42", "z42", "Z42"]),
            (
                "HTTPServer",
                [
                    "httpserver",
                    "HTTPSERVER",
                    "HTTPServer",
                    "hTTPServer",
                    "h_t_t_p_server",
                    "H_T_T_P_SERVER",
                    "h-t-t-p-server",
                    "H-T-T-P-SERVER",
                ],
            ),
        ] {
            let found = RULES.map(|rule| Rename::named(rule).unwrap_or_default().variant(variant));
            assert_eq!(found, names);
            assert_eq!(Rename::Keep.variant(variant), variant);
        }
        assert_eq!(Rename::named("Title Case"), None);
        assert_eq!(Rename::Keep.or(Rename::Kebab), Rename::Kebab);
        assert_eq!(Rename::Lower.or(Rename::Kebab), Rename::Lower);
    }
}
