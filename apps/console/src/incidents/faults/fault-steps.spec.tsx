import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextProvider } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { aReport, aReportInFull } from '../../testing/subjects';
import { system } from '../../ui/theme';
import { FaultSteps } from './fault-steps';

it('shows the day of a step that was not today', () => {
  const twoDaysAgo = Date.now() - 2 * 86_400_000;
  const now = Date.now();
  const report = aReportInFull(aReport(1, { status: 'accepted', occurredAt: new Date(twoDaysAgo).toISOString() }), {
    acceptedAt: new Date(now).toISOString(),
    acceptedBy: 'Kim Minsu',
  });
  render(
    <ChakraProvider value={system}>
      <TextProvider language="en">
        <FaultSteps report={report} />
      </TextProvider>
    </ChakraProvider>,
  );
  const [occurred, accepted] = screen.getAllByRole('listitem');
  expect(occurred?.textContent).toBe(`Occurred${dayText(twoDaysAgo)} ${timeText(twoDaysAgo, false)}`);
  expect(accepted?.textContent).toBe(`Accepted${timeText(now)} · Kim Minsu`);
});
