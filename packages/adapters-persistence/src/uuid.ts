const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Asked before an id from outside reaches a uuid column, where other text is an error. */
export const isUuid = (id: string): boolean => UUID.test(id);
