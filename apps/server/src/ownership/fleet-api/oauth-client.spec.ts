import { describe, expect, it } from 'vitest';
import { clientFrom } from './oauth-client';

const basic = (text: string): string => `Basic ${btoa(text)}`;

describe('the client of a token request', () => {
  it.each([
    ['in the form', undefined, { client_id: 'a', client_secret: 'b' }, { id: 'a', secret: 'b' }],
    ['in the header', basic('a:b'), {}, { id: 'a', secret: 'b' }],
    ['in the header, in other letters', basic('a:b').replace('Basic', 'basic'), {}, { id: 'a', secret: 'b' }],
    ['in the header, encoded', basic('a%3Ab:c+d%2B'), {}, { id: 'a:b', secret: 'c d+' }],
    ['with a colon in the secret', basic('a:b:c'), {}, { id: 'a', secret: 'b:c' }],
    ['in the header, its id in the form, too', basic('a:b'), { client_id: 'a' }, { id: 'a', secret: 'b' }],
    ['in both', basic('a:b'), { client_id: 'a', client_secret: 'b' }, { error: 'invalid_request' }],
    ['in both, differing', basic('a:b'), { client_id: 'c' }, { error: 'invalid_request' }],
    ['nowhere', undefined, {}, { error: 'invalid_client' }],
    ['without a secret', undefined, { client_id: 'a' }, { error: 'invalid_client' }],
    ['as a token', 'Bearer abc', {}, { error: 'invalid_client' }],
    ['without a colon', basic('ab'), {}, { error: 'invalid_client' }],
    ['without an id', basic(':b'), {}, { error: 'invalid_client' }],
    ['as no base64', 'Basic a', {}, { error: 'invalid_client' }],
    ['with a broken escape', basic('a:%zz'), {}, { error: 'invalid_client' }],
  ])('%s', (_, header, form, client) => expect(clientFrom(header, form)).toEqual(client));
});
