import { Global, Module } from '@nestjs/common';
import { DeviceDirectory } from './device-directory';

@Global()
@Module({ providers: [DeviceDirectory], exports: [DeviceDirectory] })
export class DevicesModule {}
