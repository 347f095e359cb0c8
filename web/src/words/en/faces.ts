/** What is said of faces, in English. */
export const faces = {
  title: 'Faces',
  compare: 'Compare two faces',
  one: 'One picture',
  other: 'The other picture',
  compareThem: 'Compare',
  quality: 'How good is a picture?',
  picture: 'Picture',
  pictures: 'Pictures: one, or many at once',
  search: 'Look for a face',
  find: 'Look',
  register: 'Register',
  registers: 'Registers',
  noRegisters: 'There is no register.',
  count: 'Faces',
  face: 'Face',
  similarity: 'Alike',
  put: 'Register a face',
  person: 'Person',
  personHint: 'Your own id of the person; it may be empty.',
  measures: {
    size: 'Size',
    sharpness: 'Sharpness',
    pose: 'Pose',
    exposure: 'Light',
    occlusion: 'Not covered',
  },
  matched: (match: boolean, alike: string): string =>
    `${match ? 'The same person' : 'Not the same person'}: alike to ${alike}.`,
  seen: (count: number, quality: string): string =>
    count === 0
      ? 'No face is seen.'
      : count === 1
        ? `One face, quality ${quality}.`
        : `${count} faces; the largest has quality ${quality}.`,
  notFound: (compared: number): string => `Nobody is alike enough among ${compared}.`,
  monitoring: 'Who joins a watchlist later',
  monitors: 'Faces of completed cases are kept, and compared with every face that joins a watchlist.',
  monitorsNot: 'Faces of completed cases are not kept: who joins a watchlist later is not found in them.',
  monitoringSince: (who: string, when: string): string => `Set by ${who}, ${when}`,
  monitor: 'Compare from now on',
  monitorNoMore: 'End it, and forget the faces',
  registered: (id: string, quality: string): string => `Registered as ${id}, quality ${quality}.`,
};
