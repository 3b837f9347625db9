import { factoryActor } from '@headland/contracts/access';
import { expect, it } from 'vitest';
import { formatMessage } from './format-message';
import { actorLabel } from './record-labels';

it.each([
  ['App', '고객 (앱)', 'Customer (app)'],
  [factoryActor('대구 2라인'), '대구 2라인 (공장)', '대구 2라인 (factory)'],
  ['김민수', '김민수', '김민수'],
])('%s is shown as who it is', (by, ko, en) => {
  expect(actorLabel((key, values) => formatMessage('ko', key, values), by)).toBe(ko);
  expect(actorLabel((key, values) => formatMessage('en', key, values), by)).toBe(en);
});
