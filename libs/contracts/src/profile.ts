import { z } from 'zod';
import { endpoint } from './endpoint';
import { versionedFile } from './versioned-file';

/**
 * Files with versions that an administrator replaces at run time, with what only makers know: layouts of program
 * headers and compatible calibrations, and the types of injectors with the checksums of their codes. The lowest number
 * ships with the product. In `changes`, `code` is an entry of the file by its id, or a part of it by its name.
 */
export const profileMegabytes = 1;
/** The file as uploaded; its format: domain/reprogram/program-profile, domain/after-service/injector-profile. */
export const ProfileFile = z.looseObject({ version: z.number() });

const summaries = (name: string) => ({
  versions: `${name}: versions, newest first, and which is in use`,
  file: `${name}: a version as the file that it is loaded from`,
  load: `${name}: check a file and keep it as the next version; it is not in use yet`,
  use: `${name}: take a version into use in all processes`,
});

export const programProfiles = {
  present: endpoint({
    method: 'GET',
    path: '/api/program-profile/in-use',
    allow: 'reProgram:R',
    summary: 'Profile of programs: the file that is in use, whole',
    data: ProfileFile,
  }),
  ...versionedFile({
    path: '/api/program-profile',
    reads: ['administrator:R', 'reProgram:R'],
    writes: ['administrator:R', 'reProgram:U'],
    megabytes: profileMegabytes,
    summaries: summaries('Profile of programs'),
  }),
};
export const injectorProfiles = {
  present: endpoint({
    method: 'GET',
    path: '/api/injector-profile/in-use',
    allow: 'afterService:R',
    summary: 'Profile of injector codes: the file that is in use, whole',
    data: ProfileFile,
  }),
  ...versionedFile({
    path: '/api/injector-profile',
    reads: ['administrator:R', 'afterService:R'],
    writes: ['administrator:R', 'afterService:U'],
    megabytes: profileMegabytes,
    summaries: summaries('Profile of injector codes'),
  }),
};
