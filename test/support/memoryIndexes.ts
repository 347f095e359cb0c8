import type { IndexWrite, IndexWriter } from '../../src/platform/search/elasticsearchIndex.js';

type Refuses = (write: IndexWrite, index: string) => number | undefined;

const descending = (one: bigint, other: bigint): number => (one > other ? -1 : one < other ? 1 : 0);

const nothing: Refuses = () => undefined;

/** Indexes in memory, with the versions of an Elasticsearch; `refuses` says with which status an index refuses a document. */
export function createMemoryIndexes() {
  const indexes = new Map<string, Map<string, IndexWrite>>();
  const aliases = new Map<string, string>();
  const there = (index: string): Map<string, IndexWrite> => {
    const found = indexes.get(index);
    if (!found) throw new Error('The search index did not take a document: it answered 404');
    return found;
  };
  const cluster = {
    indexes,
    aliases,
    refuses: nothing,
    /** Names of indexes that take nothing. */
    broken: new Set<string>(),
  };
  const write = (index: string, writes: readonly IndexWrite[]): Map<string, number> => {
    if (cluster.broken.has(index)) throw new Error('The search index did not take a document: it answered 503');
    const refused = new Map<string, number>();
    for (const one of writes) {
      const status = cluster.refuses(one, index);
      const before = there(index).get(one.key)?.version ?? -1n;
      if (status !== undefined) refused.set(one.key, status);
      else if (one.again ? before <= one.version : before < one.version) there(index).set(one.key, one);
    }
    return refused;
  };
  const soon = <Value>(make: () => Value): Promise<Value> => Promise.resolve().then(make);
  const writer: IndexWriter = {
    make: (index) => soon(() => void (indexes.has(index) || indexes.set(index, new Map()))),
    exists: (index) => soon(() => indexes.has(index)),
    write: (index, writes) => soon(() => write(index, writes)),
    newest: (index) => soon(() => [...there(index).values()].map(({ version }) => version).sort(descending)[0]),
    show: (index) => soon(() => void there(index)),
    stand: (alias, index) => soon(() => void aliases.set(alias, index)),
    named: (prefix) => soon(() => [...indexes.keys()].filter((index) => index.startsWith(prefix))),
    drop: (index) => soon(() => void indexes.delete(index)),
  };
  return { cluster, writer };
}
