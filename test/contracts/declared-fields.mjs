import { readdirSync } from 'node:fs';
import ts from 'typescript';

export const ANSWERS = 'src/model/answers';

/** Calls that build the schema of a value; a property with another initialiser is no field. */
const BUILDERS =
  /^(object|rows|array|string|spoken|number|integer|boolean|day|instant|oneOf|anyObject|nullable|figure|shared|ref|shownRows|ofDay|section)$/;

/** The fields of all schemas of answers; `textOf` reads a file by its path from the project's folder. */
export function declaredFields(textOf) {
  return readdirSync(ANSWERS, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${ANSWERS}/${name}`)
    .flatMap((file) => fieldsOf(file, textOf(file)));
}

/** The fields that the schemas of a file declare, with where their names are. */
function fieldsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const fields = [];
  const visitProperty = (node, owner) => {
    const name = ts.isComputedPropertyName(node.name) ? '' : node.name.text;
    if (name === 'example') return;
    const path = name === 'schema' ? owner : `${owner}.${name.replace(/\?$/, '')}`;
    if (name !== 'schema' && isSchema(node.initializer)) {
      fields.push({ file, path, name: name.replace(/\?$/, ''), node: node.name });
    }
    visit(node.initializer, path);
  };
  const visit = (node, owner) => {
    if (ts.isPropertyAssignment(node)) return visitProperty(node, owner);
    const name = ts.isVariableDeclaration(node) ? node.name.getText() : '';
    // Bodies are what callers send, not what they are answered.
    if (/Body$|example/i.test(name)) return;
    ts.forEachChild(node, (child) => visit(child, owner || name));
  };
  visit(source, '');
  // Sections and named schemas are the names of schemas, not fields of answers.
  return fields.filter(({ path }) => !/^\w*[sS]chemas\.\w+$/.test(path));
}

function isSchema(expression) {
  return (
    ts.isCallExpression(expression) &&
    ts.isIdentifier(expression.expression) &&
    BUILDERS.test(expression.expression.text)
  );
}
