import { Module } from '@nestjs/common';
import { AddressSearchController } from './address-search.controller';
import { Geocoder } from './geocoder';

@Module({ controllers: [AddressSearchController], providers: [Geocoder] })
export class AddressSearchModule {}
