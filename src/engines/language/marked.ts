import { createHash } from 'node:crypto';

/** Text of somebody else as a model is shown it, between marks that it cannot hold: they are made of what stands between them. @param kind what it is, such as `document` */
export function marked(kind: string, text: string): string {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `<${kind}-${mark}>\n${text}\n</${kind}-${mark}>`;
}
