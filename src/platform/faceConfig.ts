import { z } from 'zod';
import { oneOf, path, registerNames, wholeNumber } from './settingForms.js';

/** How faces are told, kept and looked for. */
export interface FaceConfig {
  /** `FACE_MODELS`: folder with a manifest of face networks. */
  faceModels?: string;
  /** `FACE_MODELS_BEFORE`: folder with the manifest of the face networks that registers were made with; `shipped` means those of the service. */
  faceModelsBefore?: string;
  /** `FACE_MODELS_OVERLAP`: seconds for which numbers of earlier networks are kept once a register has gone over to others. */
  faceModelsOverlap: number;
  /** `FACE_DATABASES`: registers of faces that each tenant has beside `custom`. */
  faceDatabases: readonly string[];
  /** `FACE_DATABASE_SIZE`: most faces of one register of one tenant. */
  faceDatabaseSize: number;
  /** `FACE_INDEX`: whether registers of faces are looked through in Elasticsearch, and not in the memory of each process. */
  facesInElasticsearch: boolean;
  /** `FACE_MEMORY`: MiB of numbers of faces that a process keeps in memory to be searched. */
  faceMemory: number;
}

/** Its settings by the names of their variables. */
export const FACE_SETTINGS = {
  FACE_MODELS: path.optional(),
  FACE_MODELS_BEFORE: z.literal('shipped').or(path).optional(),
  FACE_MODELS_OVERLAP: wholeNumber(0, 2_592_000).prefault('3600'),
  FACE_DATABASES: registerNames.default([]),
  FACE_DATABASE_SIZE: wholeNumber(1, 10_000_000).prefault('100000'),
  FACE_INDEX: oneOf(['memory', 'elasticsearch']).prefault('memory'),
  // With what searches need beside it, it has to find room in 4 GiB.
  FACE_MEMORY: wholeNumber(16, 4_000).prefault('288'),
};

type Settings = z.output<z.ZodObject<typeof FACE_SETTINGS>>;

/** Whether there is an Elasticsearch where faces are to be looked for in one. */
export const hasIndexOfFaces = ({
  FACE_INDEX,
  ELASTICSEARCH_URL,
}: Settings & { ELASTICSEARCH_URL?: string | undefined }): boolean =>
  FACE_INDEX === 'memory' || ELASTICSEARCH_URL !== undefined;

/** What is said where there is none. */
export const INDEX_OF_FACES = {
  path: ['FACE_INDEX'],
  error: 'is elasticsearch, and ELASTICSEARCH_URL does not say where that is: set that too, or leave both out.',
};

/** How faces are told, kept and looked for, by the settings. */
export const facesOf = (settings: Settings): FaceConfig => ({
  faceModels: settings.FACE_MODELS,
  faceModelsBefore: settings.FACE_MODELS_BEFORE,
  faceModelsOverlap: settings.FACE_MODELS_OVERLAP,
  faceDatabases: settings.FACE_DATABASES,
  faceDatabaseSize: settings.FACE_DATABASE_SIZE,
  facesInElasticsearch: settings.FACE_INDEX === 'elasticsearch',
  faceMemory: settings.FACE_MEMORY,
});
