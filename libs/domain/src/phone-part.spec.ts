import { describe, expect, it } from 'vitest';
import { phonePart } from './phone-part';

describe('a part of a phone number', () => {
  it.each([
    ['7788', '7788'],
    ['5555-7788', '55557788'],
    ['(501) 555', '501555'],
    ['010-5555-7788', '1055557788'],
    ['+82 10 5555 7788', '821055557788'],
    // an agency's number without its area
    ['0123', '0123'],
    ['  7788 ', '7788'],
  ])('%s is %s', (text, digits) => expect(phonePart(text)).toBe(digits));

  it.each(['778', '', '-', 'HDKR7788', '77 88 kim', '한상철'])('“%s” is none', (text) =>
    expect(phonePart(text)).toBeNull(),
  );
});
