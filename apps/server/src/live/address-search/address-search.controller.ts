import { Controller } from '@nestjs/common';
import { addressSearch } from '@headland/contracts/address-search';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { Geocoder } from './geocoder';

type Find = typeof addressSearch.find;

@Controller()
export class AddressSearchController {
  constructor(private readonly geocoder: Geocoder) {}

  @Serve(addressSearch.find) find({ query }: Parsed<Find>, @CurrentCaller() caller: Caller): Promise<Reply<Find>> {
    return this.geocoder.find(query.q, caller.language);
  }
}
