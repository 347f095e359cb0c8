import { Ajv } from 'ajv';
import { closedDescription } from '../../support/closedDescription.js';

interface DocumentedOperation {
  responses: Record<string, { content?: Record<string, { schema?: object }>; headers?: Record<string, unknown> }>;
}

/** `/openapi.json`, as far as answers are held to it. */
export interface Documentation {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object> };
}

/** Reads the documentation of a running service, with every object closed that has members of given names. */
export async function readDocumentation(url: string): Promise<Documentation> {
  return closedDescription(await (await fetch(`${url}/openapi.json`)).json()) as Documentation;
}

/** The documented operation that a request means; none for an unknown path or method. */
function operationAt(documentation: Documentation, method: string, path: string): DocumentedOperation | undefined {
  const pathname = path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
  const templates = Object.keys(documentation.paths).sort(
    (one, other) => one.split('{').length - other.split('{').length,
  );
  const template = templates.find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  return template === undefined ? undefined : documentation.paths[template]?.[name];
}

/** Holds an answer to the documentation: its status is named there, and its JSON has the shape that is promised. */
export function assertDocumented(
  documentation: Documentation,
  method: string,
  path: string,
  answer: { status: number; headers: Headers; bytes: Buffer },
): void {
  const operation = operationAt(documentation, method, path);
  if (!operation) return;
  const response = operation.responses[answer.status];
  if (!response) throw new Error(`${method} ${path} answered ${answer.status}, which /openapi.json does not name`);
  if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return;
  const schema = response.content?.['application/json']?.schema;
  if (!schema || answer.bytes.length === 0) return;
  const validate = compile(documentation, schema);
  if (!validate(JSON.parse(answer.bytes.toString()))) {
    throw new Error(
      `${method} ${path} answered a body that is not as /openapi.json says: ${JSON.stringify(validate.errors)}`,
    );
  }
}

const ajv = new Ajv({ strict: false, logger: false, validateFormats: false });
const compiled = new WeakMap<object, ReturnType<typeof ajv.compile>>();

function compile({ components }: Documentation, schema: object): ReturnType<typeof ajv.compile> {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile({ ...schema, components });
  compiled.set(schema, validate);
  return validate;
}
