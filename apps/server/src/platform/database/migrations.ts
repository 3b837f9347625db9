/// <reference types="vite/types/importMeta.d.ts" />
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface & { name: string };
const files = import.meta.glob<Record<string, Migration>>('./migrations/*.ts', { eager: true });

/** Every file of the folder, in the order of the numbers that begin their names; forward only (`npm run lab -- new-migration`). */
export const migrations: Migration[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, file]) => Object.values(file));
