/**
 * Of a column with a head and a body that scrolls: where a window is too low for all of it (a phone on its side, 200 %
 * zoom), the whole column scrolls. `body`: a selector of the child that keeps `minHeight`.
 */
export const lowWindow = (body: string, minHeight: string) => ({
  '@media (max-height: 599px)': {
    overflowY: 'auto',
    '& > *': { flexShrink: 0 },
    [`& > ${body}`]: { minHeight },
  },
});
