import type { Words } from './en.js';

/** What the page says, in German. */
export const de: Words = {
  asks: (name) => `${name} bittet Sie um Dokumente`,
  loading: 'Einen Moment …',
  gone: 'Dieser Link gilt nicht mehr. Bitten Sie den Absender um einen neuen.',
  away: 'Es gibt keine Verbindung. Wir versuchen es weiter; was Sie eingereicht haben, bleibt erhalten.',
  again: 'Noch einmal',
  consent: 'Bevor wir beginnen',
  agree: 'Ich stimme zu',
  needed: 'Was gebraucht wird',
  states: { missing: 'fehlt noch', received: 'ist da', failed: 'bitte noch einmal' },
  which: 'Welches haben Sie?',
  photograph: 'Fotografieren',
  choose: 'Datei wählen',
  tips: 'Legen Sie es auf eine dunkle, ebene Fläche, bei gutem Licht und ohne Blitz. Alle vier Ränder müssen zu sehen sein.',
  sending: 'Es wird gesendet und angesehen …',
  readAs: (name) => `Erhalten: ${name}.`,
  other: (name) => `Das sieht nach etwas anderem aus: ${name}. Wollten Sie das senden?`,
  selfie: 'Ein Bild Ihres Gesichts',
  selfieTips: 'Schauen Sie gerade in die Kamera, bei gleichmäßigem Licht, ohne Brille und Hut.',
  all: 'Alles Nötige ist da.',
  submit: 'Senden',
  done: 'Danke. Es ist gesendet.',
  next: (name) => `${name} sieht es sich nun an und meldet sich. Sie können diese Seite schließen.`,
  wrong: (detail) => `Das ging nicht: ${detail}`,
};
