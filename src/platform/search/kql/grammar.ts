/**
 * The query language, as peggy reads it (https://peggyjs.org/documentation.html): that of Kibana's search bar, without wildcards in
 * the names of fields. What stands in quotes behind the name of a rule is what an error says was expected there.
 */
export const GRAMMAR = String.raw`
{{
  const joined = (is, of) => (of.length === 1 ? of[0] : { is, of });
  const negated = (nots, of) => (nots.length % 2 === 0 ? of : { is: 'not', of });
}}

Query = Space query:Or? End { return query ?? { is: 'and', of: [] } }

Or = first:And rest:(OrWord @And)* { return joined('or', [first, ...rest]) }
And = first:Not rest:(AndWord @Not)* { return joined('and', [first, ...rest]) }
Not = nots:NotWord* of:Clause { return negated(nots, of) }

Clause
  = Open @Or Close
  / field:Field Colon OpenBrace of:Or CloseBrace { return { is: 'within', field, of } }
  / field:Field op:Operator value:Literal { return { is: 'compare', field, op, value } }
  / field:Field Colon made:(Group / Value) { return made(field) }
  / value:Literal { return { is: 'match', field: null, value } }

Group = Open @GroupOr Close
GroupOr = first:GroupAnd rest:(OrWord @GroupAnd)* {
    return (field) => joined('or', [first, ...rest].map((make) => make(field)));
  }
GroupAnd = first:GroupNot rest:(AndWord @GroupNot)* {
    return (field) => joined('and', [first, ...rest].map((make) => make(field)));
  }
GroupNot = nots:NotWord* make:(Group / Value) { return (field) => negated(nots, make(field)) }
Value = value:Literal { return (field) => ({ is: 'match', field, value }) }

Field "a field" = name:(Quoted / Name) Space { return name }
Name = !Keyword characters:Character+ { return characters.join('') }

Literal = @(Text / Words) Space / Unclosed
Text "a value" = text:Quoted { return { text } }
Words "a value" = first:Word rest:(Blank+ @Word)* { return { words: [first, ...rest] } }
Word = !Keyword characters:(Star / Character)+ {
    const segments = [''];
    for (const character of characters) {
      if (character === null) segments.push('');
      else segments[segments.length - 1] += character;
    }
    return segments;
  }
Star = "*" { return null }

Quoted = '"' characters:QuotedCharacter* '"' { return characters.join('') }
Unclosed = '"' QuotedCharacter* {
    const { source, end } = location();
    expected('the closing "', { source, start: end, end });
  }
QuotedCharacter = Escaped / [^"\\]
Character = Escaped / [^\\():<>"*{} \t\r\n]
Escaped = "\\" @.

Keyword = ("and"i / "or"i / "not"i) Apart
AndWord "and" = "and"i Apart Space
OrWord "or" = "or"i Apart Space
NotWord "not" = "not"i Apart Space
Apart = !(Star / Character)

Operator "a comparison" = @$((">" / "<") "="?) Space
Colon ":" = ":" Space
Open "(" = "(" Space
Close ")" = ")" Space
OpenBrace "{" = "{" Space
CloseBrace "}" = "}" Space
End "the end" = !.
Space "" = Blank*
Blank "" = [ \t\r\n]
`;
