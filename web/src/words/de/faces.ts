import type { Words } from '../en.js';

/** What is said of faces, in German. */
export const faces: Words['faces'] = {
  title: 'Gesichter',
  compare: 'Zwei Gesichter vergleichen',
  one: 'Ein Bild',
  other: 'Das andere Bild',
  compareThem: 'Vergleichen',
  quality: 'Wie gut ist ein Bild?',
  picture: 'Bild',
  pictures: 'Bilder: eines, oder viele zugleich',
  search: 'Ein Gesicht suchen',
  find: 'Suchen',
  register: 'Verzeichnis',
  registers: 'Verzeichnisse',
  noRegisters: 'Es gibt kein Verzeichnis.',
  count: 'Gesichter',
  face: 'Gesicht',
  similarity: 'Ähnlich',
  put: 'Ein Gesicht eintragen',
  person: 'Mensch',
  personHint: 'Ihre eigene Kennung des Menschen; darf leer sein.',
  measures: {
    size: 'Größe',
    sharpness: 'Schärfe',
    pose: 'Haltung',
    exposure: 'Licht',
    occlusion: 'Nicht verdeckt',
  },
  matched: (match, alike) => `${match ? 'Derselbe Mensch' : 'Nicht derselbe Mensch'}: zu ${alike} ähnlich.`,
  seen: (count, quality) =>
    count === 0
      ? 'Kein Gesicht ist zu sehen.'
      : count === 1
        ? `Ein Gesicht, Güte ${quality}.`
        : `${count} Gesichter; das größte hat Güte ${quality}.`,
  notFound: (compared) => `Unter ${compared} ist niemand ähnlich genug.`,
  monitoring: 'Wer später auf eine Beobachtungsliste kommt',
  monitors:
    'Gesichter abgeschlossener Fälle werden behalten und mit jedem verglichen, das auf eine Beobachtungsliste kommt.',
  monitorsNot:
    'Gesichter abgeschlossener Fälle werden nicht behalten: Wer später auf eine Beobachtungsliste kommt, wird darin nicht gefunden.',
  monitoringSince: (who, when) => `Festgelegt von ${who}, ${when}`,
  monitor: 'Von jetzt an vergleichen',
  monitorNoMore: 'Beenden und die Gesichter vergessen',
  registered: (id, quality) => `Eingetragen als ${id}, Güte ${quality}.`,
};
