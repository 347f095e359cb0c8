import ts from 'typescript';

/** What stands in a name for something else: `%s` and `$way` of `it.each`, and what a template literal fills in. */
const FILLED_IN = /%[sdifjop#$]|\$\{[^}]*\}|\$[\w.]+/g;

/** A name as a test has it, and the text in which that stands which is filled in. */
interface TestName {
  pattern: string;
  values: string;
}

/**
 * Tells of a name whether a test or a group of tests in `source` goes by it: as it is written there, or with something
 * filled in that its table has, as "the password is wrong" for `%s`.
 */
export function testNamesOf(source: string): (name: string) => boolean {
  const names = namesIn(source);
  return (name) => names.some(({ pattern, values }) => pattern === name || isFilledIn(pattern, name, values));
}

function isFilledIn(pattern: string, name: string, values: string): boolean {
  const fixed = pattern.split(FILLED_IN).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const filled = new RegExp(`^${fixed.join('(.+)')}$`).exec(name)?.slice(1) ?? [];
  return filled.length > 0 && filled.every((value) => value.replace(FILLED_IN, '') === '' || values.includes(value));
}

/** What `test`, `it` and `describe` are called with first, and what they return with `each`. */
function namesIn(source: string): TestName[] {
  const names: TestName[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ['test', 'it', 'describe'].includes(rootOf(node.expression))) {
      const [name] = node.arguments;
      const values = tableOf(node.expression) ?? source;
      if (name && ts.isStringLiteralLike(name)) names.push({ pattern: name.text, values });
      else if (name && ts.isTemplateExpression(name)) names.push({ pattern: name.getText().slice(1, -1), values });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest, true));
  return names;
}

function rootOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? rootOf(node.tag) : '';
}

/** The rows of an `each` that stand where it is called; undefined where they have a name, and stand elsewhere. */
function tableOf(each: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(each)) return each.template.getText();
  const [table] = ts.isCallExpression(each) ? each.arguments : [];
  return table && !ts.isIdentifier(table) ? table.getText() : undefined;
}
