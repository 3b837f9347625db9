import { expect, it } from 'vitest';
import { maskEmail, maskLoginId } from './account-mask';

it.each([
  ['kimmins01', 'kim***01'],
  ['dealer1', 'dea***r1'],
  ['kim1', 'k***1'],
])('the id %s is shown as %s', (id, masked) => expect(maskLoginId(id)).toBe(masked));

it.each([
  ['minsu@korea.kr', 'mi***@korea.kr'],
  ['ab@go.kr', 'a***@go.kr'],
  ['a@go.kr', 'a***@go.kr'],
])('the address %s is shown as %s', (address, masked) => expect(maskEmail(address)).toBe(masked));
