import { Global, Module } from '@nestjs/common';
import { BrokerPasswordFile } from './broker-password-file';
import { DeviceDirectory } from './device-directory.reads';

@Global()
@Module({ providers: [DeviceDirectory, BrokerPasswordFile], exports: [DeviceDirectory] })
export class DevicesModule {}
