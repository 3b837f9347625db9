import { Global, Module } from '@nestjs/common';
import { DeviceDirectory } from './device-directory.reads';

@Global()
@Module({ providers: [DeviceDirectory], exports: [DeviceDirectory] })
export class DevicesModule {}
