import type { Language } from '../../cases/index.js';

/** What a session says in a conversation; each sentence stands by itself. */
export interface BuilderReplies {
  hello: string;
  help: string;
  notUnderstood: string;
  named(name: string): string;
  goal(goal: string): string;
  added(type: string): string;
  removed(type: string): string;
  created(type: string, fields: string): string;
  pipeline(steps: string): string;
  compared(fields: string): string;
  comparedByItself: string;
  notCompared: string;
  level(level: number): string;
  cloud(allowed: boolean): string;
  atStep(step: string): string;
  built(deployed: boolean): string;
  cancelled: string;
  unknownType(said: string, likely: string): string;
  types(named: string): string;
  has(types: string): string;
  hasNone: string;
  missing(what: string): string;
  /** What can be missing. */
  needsName: string;
  needsType: string;
  nothingMissing: string;
  /** What is behind it is a sentence of the rules, in English. */
  refused(why: string): string;
  unreadable(number: number): string;
}

/** The sentences, in the six languages. */
export const BUILDER_REPLIES: Readonly<Record<Language, BuilderReplies>> = {
  en: {
    hello: 'Hello. Tell me what the agent is called and which documents it is to collect.',
    help: 'I can name the agent, set its goal, add, remove and create document types, set the steps and what is compared, set its level and whether it may use the cloud, go to the next step or back, build it with or without deploying it, and cancel.',
    notUnderstood: 'I did not understand that, and nothing was changed. Ask for help to hear what I can do.',
    named: (name) => `It is called ${name}.`,
    goal: (goal) => `Its goal is ${goal}.`,
    added: (type) => `${type} is collected.`,
    removed: (type) => `${type} is no longer collected.`,
    created: (type, fields) => `The document type ${type} is made, with ${fields}.`,
    pipeline: (steps) => `The steps are ${steps}.`,
    compared: (fields) => `Compared: ${fields}.`,
    comparedByItself: 'What the documents have in common is compared.',
    notCompared: 'Nothing is compared.',
    level: (level) => `Its intelligence level is ${level}.`,
    cloud: (allowed) => (allowed ? 'It may use the cloud.' : 'It may not use the cloud.'),
    atStep: (step) => `We are at the step ${step}.`,
    built: (deployed) => (deployed ? 'The agent is built and deployed.' : 'The agent is built; it is not deployed.'),
    cancelled: 'The session is cancelled.',
    unknownType: (said, likely) => `I know no document type "${said}".${likely && ` Did you mean ${likely}?`}`,
    types: (named) => `There are, among others: ${named}.`,
    has: (types) => `It collects ${types}.`,
    hasNone: 'It collects nothing yet.',
    missing: (what) => `Missing: ${what}.`,
    needsName: 'a name or a goal',
    needsType: 'a document type',
    nothingMissing: 'Nothing is missing.',
    refused: (why) => `That is not possible: ${why}.`,
    unreadable: (number) => `I could not tell what attachment ${number} is.`,
  },
  de: {
    hello: 'Hallo. Sagen Sie mir, wie der Agent heißen und welche Dokumente er einholen soll.',
    help: 'Ich kann den Agenten benennen, sein Ziel setzen, Dokumenttypen aufnehmen, entfernen und anlegen, die Schritte und den Abgleich festlegen, seine Stufe setzen und ob er die Cloud nutzen darf, einen Schritt weiter oder zurück gehen, ihn mit oder ohne Bereitstellung bauen, und abbrechen.',
    notUnderstood: 'Das habe ich nicht verstanden, und nichts wurde geändert. Mit „Hilfe“ sage ich, was ich kann.',
    named: (name) => `Er heißt ${name}.`,
    goal: (goal) => `Sein Ziel ist ${goal}.`,
    added: (type) => `${type} wird eingeholt.`,
    removed: (type) => `${type} wird nicht mehr eingeholt.`,
    created: (type, fields) => `Der Dokumenttyp ${type} ist angelegt, mit ${fields}.`,
    pipeline: (steps) => `Die Schritte sind ${steps}.`,
    compared: (fields) => `Verglichen wird: ${fields}.`,
    comparedByItself: 'Verglichen wird, was die Dokumente gemeinsam haben.',
    notCompared: 'Nichts wird verglichen.',
    level: (level) => `Seine Intelligenzstufe ist ${level}.`,
    cloud: (allowed) => (allowed ? 'Er darf die Cloud nutzen.' : 'Er darf die Cloud nicht nutzen.'),
    atStep: (step) => `Wir sind beim Schritt ${step}.`,
    built: (deployed) =>
      deployed ? 'Der Agent ist gebaut und bereitgestellt.' : 'Der Agent ist gebaut; bereitgestellt ist er nicht.',
    cancelled: 'Die Sitzung ist abgebrochen.',
    unknownType: (said, likely) => `Ich kenne keinen Dokumenttyp „${said}“.${likely && ` Meinten Sie ${likely}?`}`,
    types: (named) => `Es gibt unter anderem: ${named}.`,
    has: (types) => `Er holt ein: ${types}.`,
    hasNone: 'Er holt noch nichts ein.',
    missing: (what) => `Es fehlt: ${what}.`,
    needsName: 'ein Name oder ein Ziel',
    needsType: 'ein Dokumenttyp',
    nothingMissing: 'Es fehlt nichts.',
    refused: (why) => `Das geht nicht: ${why}.`,
    unreadable: (number) => `Ich konnte nicht erkennen, was Anhang ${number} ist.`,
  },
  fr: {
    hello: 'Bonjour. Dites-moi comment s’appelle l’agent et quels documents il doit recueillir.',
    help: 'Je peux nommer l’agent, fixer son objectif, ajouter, retirer et créer des types de documents, fixer les étapes et ce qui est comparé, son niveau et s’il peut utiliser le cloud, avancer ou reculer d’une étape, le construire avec ou sans déploiement, et annuler.',
    notUnderstood: 'Je n’ai pas compris, et rien n’a été modifié. Demandez de l’aide pour savoir ce que je sais faire.',
    named: (name) => `Il s’appelle ${name}.`,
    goal: (goal) => `Son objectif est ${goal}.`,
    added: (type) => `${type} sera demandé.`,
    removed: (type) => `${type} ne sera plus demandé.`,
    created: (type, fields) => `Le type de document ${type} est créé, avec ${fields}.`,
    pipeline: (steps) => `Les étapes sont ${steps}.`,
    compared: (fields) => `Sont comparés : ${fields}.`,
    comparedByItself: 'Ce que les documents ont en commun est comparé.',
    notCompared: 'Rien n’est comparé.',
    level: (level) => `Son niveau d’intelligence est ${level}.`,
    cloud: (allowed) => (allowed ? 'Il peut utiliser le cloud.' : 'Il ne peut pas utiliser le cloud.'),
    atStep: (step) => `Nous sommes à l’étape ${step}.`,
    built: (deployed) =>
      deployed ? 'L’agent est construit et déployé.' : 'L’agent est construit ; il n’est pas déployé.',
    cancelled: 'La session est annulée.',
    unknownType: (said, likely) =>
      `Je ne connais pas de type de document « ${said} ».${likely && ` Vouliez-vous dire ${likely} ?`}`,
    types: (named) => `Il y a, entre autres : ${named}.`,
    has: (types) => `Il demande : ${types}.`,
    hasNone: 'Il ne demande encore rien.',
    missing: (what) => `Il manque : ${what}.`,
    needsName: 'un nom ou un objectif',
    needsType: 'un type de document',
    nothingMissing: 'Il ne manque rien.',
    refused: (why) => `Ce n’est pas possible : ${why}.`,
    unreadable: (number) => `Je n’ai pas pu reconnaître la pièce jointe ${number}.`,
  },
  es: {
    hello: 'Hola. Dígame cómo se llama el agente y qué documentos debe recoger.',
    help: 'Puedo dar nombre al agente, fijar su objetivo, añadir, quitar y crear tipos de documento, fijar los pasos y lo que se compara, su nivel y si puede usar la nube, avanzar o retroceder un paso, construirlo con o sin despliegue, y cancelar.',
    notUnderstood: 'No lo he entendido, y no se ha cambiado nada. Pida ayuda para saber qué puedo hacer.',
    named: (name) => `Se llama ${name}.`,
    goal: (goal) => `Su objetivo es ${goal}.`,
    added: (type) => `Se pedirá: ${type}.`,
    removed: (type) => `Ya no se pedirá: ${type}.`,
    created: (type, fields) => `El tipo de documento ${type} está creado, con ${fields}.`,
    pipeline: (steps) => `Los pasos son ${steps}.`,
    compared: (fields) => `Se compara: ${fields}.`,
    comparedByItself: 'Se compara lo que los documentos tienen en común.',
    notCompared: 'No se compara nada.',
    level: (level) => `Su nivel de inteligencia es ${level}.`,
    cloud: (allowed) => (allowed ? 'Puede usar la nube.' : 'No puede usar la nube.'),
    atStep: (step) => `Estamos en el paso ${step}.`,
    built: (deployed) =>
      deployed ? 'El agente está construido y desplegado.' : 'El agente está construido; no está desplegado.',
    cancelled: 'La sesión está cancelada.',
    unknownType: (said, likely) => `No conozco el tipo de documento «${said}».${likely && ` ¿Quería decir ${likely}?`}`,
    types: (named) => `Hay, entre otros: ${named}.`,
    has: (types) => `Pide: ${types}.`,
    hasNone: 'Todavía no pide nada.',
    missing: (what) => `Falta: ${what}.`,
    needsName: 'un nombre o un objetivo',
    needsType: 'un tipo de documento',
    nothingMissing: 'No falta nada.',
    refused: (why) => `No es posible: ${why}.`,
    unreadable: (number) => `No he podido reconocer el adjunto ${number}.`,
  },
  pt: {
    hello: 'Olá. Diga-me como se chama o agente e que documentos deve recolher.',
    help: 'Posso dar nome ao agente, definir o objetivo, adicionar, retirar e criar tipos de documento, definir os passos e o que se compara, o nível e se pode usar a nuvem, avançar ou recuar um passo, construí-lo com ou sem publicação, e cancelar.',
    notUnderstood: 'Não percebi, e nada foi alterado. Peça ajuda para saber o que posso fazer.',
    named: (name) => `Chama-se ${name}.`,
    goal: (goal) => `O objetivo é ${goal}.`,
    added: (type) => `Será pedido: ${type}.`,
    removed: (type) => `Já não será pedido: ${type}.`,
    created: (type, fields) => `O tipo de documento ${type} está criado, com ${fields}.`,
    pipeline: (steps) => `Os passos são ${steps}.`,
    compared: (fields) => `Compara-se: ${fields}.`,
    comparedByItself: 'Compara-se o que os documentos têm em comum.',
    notCompared: 'Nada se compara.',
    level: (level) => `O nível de inteligência é ${level}.`,
    cloud: (allowed) => (allowed ? 'Pode usar a nuvem.' : 'Não pode usar a nuvem.'),
    atStep: (step) => `Estamos no passo ${step}.`,
    built: (deployed) =>
      deployed ? 'O agente está construído e publicado.' : 'O agente está construído; não está publicado.',
    cancelled: 'A sessão está cancelada.',
    unknownType: (said, likely) => `Não conheço o tipo de documento «${said}».${likely && ` Queria dizer ${likely}?`}`,
    types: (named) => `Há, entre outros: ${named}.`,
    has: (types) => `Pede: ${types}.`,
    hasNone: 'Ainda não pede nada.',
    missing: (what) => `Falta: ${what}.`,
    needsName: 'um nome ou um objetivo',
    needsType: 'um tipo de documento',
    nothingMissing: 'Não falta nada.',
    refused: (why) => `Não é possível: ${why}.`,
    unreadable: (number) => `Não consegui reconhecer o anexo ${number}.`,
  },
  it: {
    hello: 'Buongiorno. Mi dica come si chiama l’agente e quali documenti deve raccogliere.',
    help: 'Posso dare un nome all’agente, fissare l’obiettivo, aggiungere, togliere e creare tipi di documento, fissare i passi e che cosa si confronta, il livello e se può usare il cloud, andare avanti o indietro di un passo, costruirlo con o senza pubblicarlo, e annullare.',
    notUnderstood: 'Non ho capito, e nulla è cambiato. Chieda aiuto per sapere che cosa so fare.',
    named: (name) => `Si chiama ${name}.`,
    goal: (goal) => `L’obiettivo è ${goal}.`,
    added: (type) => `Sarà richiesto: ${type}.`,
    removed: (type) => `Non sarà più richiesto: ${type}.`,
    created: (type, fields) => `Il tipo di documento ${type} è creato, con ${fields}.`,
    pipeline: (steps) => `I passi sono ${steps}.`,
    compared: (fields) => `Si confronta: ${fields}.`,
    comparedByItself: 'Si confronta ciò che i documenti hanno in comune.',
    notCompared: 'Nulla si confronta.',
    level: (level) => `Il livello di intelligenza è ${level}.`,
    cloud: (allowed) => (allowed ? 'Può usare il cloud.' : 'Non può usare il cloud.'),
    atStep: (step) => `Siamo al passo ${step}.`,
    built: (deployed) => (deployed ? 'L’agente è costruito e pubblicato.' : 'L’agente è costruito; non è pubblicato.'),
    cancelled: 'La sessione è annullata.',
    unknownType: (said, likely) => `Non conosco il tipo di documento «${said}».${likely && ` Intendeva ${likely}?`}`,
    types: (named) => `Ci sono, tra gli altri: ${named}.`,
    has: (types) => `Richiede: ${types}.`,
    hasNone: 'Non richiede ancora nulla.',
    missing: (what) => `Manca: ${what}.`,
    needsName: 'un nome o un obiettivo',
    needsType: 'un tipo di documento',
    nothingMissing: 'Non manca nulla.',
    refused: (why) => `Non è possibile: ${why}.`,
    unreadable: (number) => `Non sono riuscito a riconoscere l’allegato ${number}.`,
  },
};
