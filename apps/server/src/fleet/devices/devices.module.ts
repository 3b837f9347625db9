import { Global, Module } from '@nestjs/common';
import { BrokerPasswordFile } from './broker-password-file';
import { ChangeDeviceHandler } from './change-device.command';
import { DeviceDirectory } from './device-directory.reads';
import { DeviceReads } from './device.reads';
import { DevicesController } from './devices.controller';
import { DevicesExport } from './devices.export';
import { RawMessages } from './raw-messages';
import { SendConfigWhenWanted } from './send-config-when-wanted';
import { UnregisterDeviceHandler } from './unregister-device.command';

@Global()
@Module({
  controllers: [DevicesController],
  providers: [
    DeviceReads,
    DeviceDirectory,
    BrokerPasswordFile,
    RawMessages,
    ChangeDeviceHandler,
    UnregisterDeviceHandler,
    SendConfigWhenWanted,
    DevicesExport,
  ],
  exports: [DeviceDirectory],
})
export class DevicesModule {}
