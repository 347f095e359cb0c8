import { Ajv, type ValidateFunction } from 'ajv';
import { closedDescription } from '../../support/closedDescription.js';
import { recordAnswer } from './recordAnswer.js';

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

/** Path and method, as documented, of the operation that a request means; none for an unknown one. */
function operationAt(documentation: Documentation, method: string, path: string): [string, string] | undefined {
  const pathname = path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
  const templates = Object.keys(documentation.paths).sort(
    (one, other) => one.split('{').length - other.split('{').length,
  );
  const template = templates.find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  return template !== undefined && documentation.paths[template]?.[name] ? [template, name] : undefined;
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
  const [template, name] = operation;
  const response = documentation.paths[template]?.[name]?.responses[answer.status];
  if (!response) throw new Error(`${method} ${path} answered ${answer.status}, which /openapi.json does not name`);
  if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return;
  const schema = response.content?.['application/json']?.schema;
  if (!schema || answer.bytes.length === 0) return;
  const at = ['paths', template, name, 'responses', String(answer.status), 'content', 'application/json', 'schema'];
  const validate = validatorAt(documentation, at);
  const body: unknown = JSON.parse(answer.bytes.toString());
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} answered a body that is not as /openapi.json says: ${JSON.stringify(validate.errors)}`,
    );
  }
  recordAnswer({ operation: `${name} ${template}`, status: answer.status, body });
}

const validators = new WeakMap<Documentation, Ajv>();

/** The check of a schema that stands at a pointer in the documentation; each is compiled once, and the documentation looked through once. */
function validatorAt(documentation: Documentation, pointer: readonly string[]): ValidateFunction {
  let ajv = validators.get(documentation);
  if (!ajv) {
    ajv = new Ajv({ strict: false, logger: false, validateFormats: false }).addSchema(documentation, 'documentation');
    validators.set(documentation, ajv);
  }
  const steps = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`documentation#/${steps.join('/')}`) as ValidateFunction | undefined;
  if (!validate) throw new Error(`There is no schema at ${pointer.join(' ')}`);
  return validate;
}
