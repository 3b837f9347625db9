import { z } from 'zod';
import { endpoint } from './endpoint';
import { CatalogueVersion } from './fault-catalogue';

/**
 * Files with versions that an administrator replaces at run time, with what only makers know: layouts of program
 * headers and compatible calibrations, and the types of injectors with the checksums of their codes. The lowest number
 * ships with the product. In `changes`, `code` is an entry of the file by its id, or a part of it by its name.
 */
export const profileMegabytes = 1;
/** The file as uploaded; its format: domain/reprogram/program-profile, domain/after-service/injector-profile. */
export const ProfileFile = z.looseObject({ version: z.number() });

const version = z.coerce.number<string | number>().int().min(0).max(1_000_000);
const VersionParams = z.object({ version });
/** the version that the caller saw in use */
const Seen = z.object({ inUse: version });
const file = { maxBytes: profileMegabytes * 1024 ** 2, accept: '.json' };

export const programProfiles = {
  present: endpoint({
    method: 'GET',
    path: '/api/program-profile/in-use',
    allow: 'reProgram:R',
    summary: 'Profile of programs: the file that is in use, whole',
    data: ProfileFile,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/program-profile',
    allow: ['administrator:R', 'reProgram:R'],
    summary: 'Profile of programs: versions, newest first, and which is in use',
    data: z.array(CatalogueVersion),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/program-profile/:version/file',
    allow: ['administrator:R', 'reProgram:R'],
    summary: 'Profile of programs: a version as the file that it is loaded from',
    params: VersionParams,
    stream: 'application/json',
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/program-profile',
    allow: ['administrator:R', 'reProgram:U'],
    summary: 'Profile of programs: check a file and keep it as the next version; it is not in use yet',
    file,
    data: CatalogueVersion,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/program-profile/:version/use',
    allow: ['administrator:R', 'reProgram:U'],
    summary: 'Profile of programs: take a version into use in all processes',
    params: VersionParams,
    body: Seen,
    data: CatalogueVersion,
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
  versions: endpoint({
    method: 'GET',
    path: '/api/injector-profile',
    allow: ['administrator:R', 'afterService:R'],
    summary: 'Profile of injector codes: versions, newest first, and which is in use',
    data: z.array(CatalogueVersion),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/injector-profile/:version/file',
    allow: ['administrator:R', 'afterService:R'],
    summary: 'Profile of injector codes: a version as the file that it is loaded from',
    params: VersionParams,
    stream: 'application/json',
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/injector-profile',
    allow: ['administrator:R', 'afterService:U'],
    summary: 'Profile of injector codes: check a file and keep it as the next version; it is not in use yet',
    file,
    data: CatalogueVersion,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/injector-profile/:version/use',
    allow: ['administrator:R', 'afterService:U'],
    summary: 'Profile of injector codes: take a version into use in all processes',
    params: VersionParams,
    body: Seen,
    data: CatalogueVersion,
  }),
};
