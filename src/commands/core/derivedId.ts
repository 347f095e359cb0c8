import { v5 } from 'uuid';

/**
 * An id for a part of something that has one (a UUID): whoever does the same again gives its parts the same ids. RFC 9562, version 5, with the
 * id of the whole as the namespace.
 * @throws TypeError for an id that is no UUID
 */
export const derivedId = (id: string, part: string): string => v5(part, id);
