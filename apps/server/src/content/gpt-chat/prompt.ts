import type { ChatContext } from './chat-contexts';
import type { ChatMessage } from './completion';
import type { MachineFacts } from './machine-facts.reads';

/** The messages for the endpoint. What a customer wrote is data in messages of its own, never part of the instructions. */
export function promptOf(
  { question, before, facts, sources }: Pick<ChatContext, 'question' | 'before' | 'facts' | 'sources'>,
  language: 'ko' | 'en',
): ChatMessage[] {
  const system = [
    'You answer owners of agricultural tractors and construction excavators in the app of the maker: on use, maintenance, faults and farm work.',
    `Answer in the language of the question; if in doubt, in ${language === 'ko' ? 'Korean' : 'English'}. Be brief: plain text, no markup, no links.`,
    'You cannot act: you cannot control machines, order parts, call anybody or look anything up. Do not ask for names, phone numbers, addresses or VINs.',
    'In danger (fire, roll-over, injury) say first: stop the machine, get to safety, call the rescue service. For repairs that need a workshop, refer to the dealer.',
    'If you do not know, say so.',
    sources.length === 0
      ? 'Do not write numbers in square brackets.'
      : `Where an answer rests on one of the sources below, cite it by its number in square brackets, such as [1]. Cite no other numbers.\n\nSources:\n${sources
          .map(({ title, content }, i) => `[${i + 1}] ${title}\n${content}`)
          .join('\n\n')}`,
    ...(facts.length === 0 ? [] : [`The owner's machines:\n${facts.map(machineText).join('\n\n')}`]),
  ].join('\n');
  return [
    { role: 'system', content: system },
    ...before.flatMap(({ question: asked, answer }): ChatMessage[] => [
      { role: 'user', content: asked },
      { role: 'assistant', content: answer },
    ]),
    { role: 'user', content: question },
  ];
}

function machineText(m: MachineFacts, i: number): string {
  const what = [m.releaseYear, m.horsepower === null ? null : `${m.horsepower} PS`].filter((x) => x !== null);
  return [
    `Machine ${i + 1}: ${m.model}, ${m.machine}${what.length === 0 ? '' : `, ${what.join(', ')}`}`,
    `Engine hours: ${m.engineHours === null ? 'unknown' : m.engineHours.toFixed(1)}`,
    m.faults.length === 0
      ? 'Open faults: none'
      : `Open faults:\n${m.faults.map((f) => `- ${f.code} ${f.name}${f.whatToDo === null ? '' : `. What to do: ${f.whatToDo}`}`).join('\n')}`,
    ...(m.consumables.length === 0
      ? []
      : [
          `Consumables, used part of the cycle:\n${m.consumables.map((c) => `- ${c.name}: ${Math.round(c.percent)} %`).join('\n')}`,
        ]),
  ].join('\n');
}
