import './print-sheet.css';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** What the printer gets instead of the screen, while it is there: one sheet, dark on white whatever the theme of the screen. */
export function PrintReport({ title, under, children }: { title: string; under: string; children: ReactNode }) {
  return createPortal(
    <chakra.article data-print-sheet data-theme="light" aria-hidden>
      <chakra.h1 textStyle="title">{title}</chakra.h1>
      <chakra.p mb="3">{under}</chakra.p>
      {children}
    </chakra.article>,
    document.body,
  );
}

/** A part of a sheet under its heading. */
export function PrintPart({ title, whole = false, children }: { title: string; whole?: boolean; children: ReactNode }) {
  return (
    <chakra.section {...(whole ? { breakInside: 'avoid' as const } : {})}>
      <chakra.h2 textStyle="strong" mt="4" mb="1" breakAfter="avoid">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}

/** A drawing as SVG, as wide as the sheet. */
export const PrintDrawing = ({ svg }: { svg: string }) => (
  <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt="" width="100%" />
);
