/**
 * The address of the node that `test/servers/elasticsearch/start.sh` started, as `TEST_ELASTICSEARCH` names it; undefined when there
 * is none.
 */
export const givenElasticsearch = (): string | undefined => process.env['TEST_ELASTICSEARCH'] || undefined;
