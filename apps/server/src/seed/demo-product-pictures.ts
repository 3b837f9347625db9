/** Pictures of the shop of the demonstration, drawn by code: one thing on a light ground, as a catalogue of parts has them. */
export type Product =
  | 'can'
  | 'drum'
  | 'cartridge'
  | 'filter'
  | 'element'
  | 'panel'
  | 'belt'
  | 'ring'
  | 'plug'
  | 'pump'
  | 'battery'
  | 'lamp'
  | 'hose'
  | 'blade'
  | 'cone'
  | 'tooth';

/** Width and height in pixels. */
export const productSide = 800;

const dark = '#2b3036';
const steel = '#aab2ba';
const pleats = (x: number, y: number, w: number, h: number, count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `<path d="M${x + (i * w) / (count - 1)} ${y}v${h}" stroke="#00000030" stroke-width="5"/>`,
  ).join('');
/** A cylinder seen a little from above. */
const cylinder = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<path d="M${x} ${y}v${h}a${w / 2} ${w / 9} 0 0 0 ${w} 0v${-h}z" fill="${fill}"/><path d="M${x} ${y}v${h}a${w / 2} ${w / 9} 0 0 0 ${w} 0v${-h}z" fill="url(#round)"/><ellipse cx="${x + w / 2}" cy="${y}" rx="${w / 2}" ry="${w / 9}" fill="${steel}"/>`;
const label = (x: number, y: number, w: number, h: number, text: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="#ffffffdd"/><text x="${x + w / 2}" y="${y + h / 2 + 10}" font-family="monospace" font-size="28" text-anchor="middle" fill="${dark}">${text}</text>`;

const drawings: Record<Product, (tint: string, text: string) => string> = {
  can: (tint, text) =>
    `<path d="M260 250h210l70 70v310a30 30 0 0 1-30 30H260a30 30 0 0 1-30-30V280a30 30 0 0 1 30-30z" fill="${tint}"/><path d="M300 290h120l60 60v40H300z" fill="#00000022"/><rect x="278" y="196" width="86" height="58" rx="10" fill="${dark}"/>${label(270, 440, 230, 130, text)}`,
  drum: (tint, text) =>
    `<rect x="240" y="180" width="320" height="480" rx="34" fill="${tint}"/><path d="M240 300h320M240 560h320" stroke="#00000028" stroke-width="12"/><rect x="300" y="146" width="70" height="44" rx="8" fill="${dark}"/><path d="M420 178q60-50 110 0" fill="none" stroke="${dark}" stroke-width="16"/>${label(280, 370, 240, 130, text)}`,
  cartridge: (tint, text) =>
    `<path d="M370 130h60l10 60h-80z" fill="${steel}"/><rect x="320" y="190" width="160" height="470" rx="18" fill="${tint}"/><rect x="320" y="190" width="160" height="470" rx="18" fill="url(#round)"/><rect x="312" y="630" width="176" height="36" rx="10" fill="${dark}"/>${label(332, 340, 136, 120, text.slice(0, 7))}`,
  filter: (tint, text) =>
    `${cylinder(270, 240, 260, 400, tint)}${label(290, 400, 220, 110, text)}<ellipse cx="400" cy="240" rx="54" ry="14" fill="${dark}"/>`,
  element: (tint) =>
    `<rect x="240" y="220" width="320" height="440" fill="#e2d3a8"/>${pleats(250, 220, 300, 440, 24)}<rect x="226" y="190" width="348" height="52" rx="14" fill="${tint}"/><rect x="226" y="630" width="348" height="48" rx="14" fill="${tint}"/>`,
  panel: (tint) =>
    `<rect x="180" y="260" width="440" height="330" rx="10" fill="${tint}"/><rect x="206" y="286" width="388" height="278" fill="#e9e4d4"/>${pleats(216, 286, 368, 278, 26)}`,
  belt: (tint) =>
    `<path d="M250 420a150 150 0 0 1 300-30 110 110 0 0 1-40 220H340a130 130 0 0 1-90-190z" fill="none" stroke="${dark}" stroke-width="46"/><path d="M250 420a150 150 0 0 1 300-30 110 110 0 0 1-40 220H340a130 130 0 0 1-90-190z" fill="none" stroke="${tint}" stroke-width="6" stroke-dasharray="16 14"/>`,
  ring: (tint) =>
    [
      [330, 360, 120],
      [500, 470, 88],
      [330, 580, 60],
    ]
      .map(
        ([x, y, r]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${tint}" stroke-width="34"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#ffffff55" stroke-width="6"/>`,
      )
      .join(''),
  plug: (tint) =>
    `<g transform="rotate(-28 400 420)"><rect x="372" y="150" width="56" height="120" rx="8" fill="${steel}"/><path d="M330 270h140l-18 80H348z" fill="${tint}"/><rect x="352" y="350" width="96" height="160" fill="${steel}"/>${Array.from({ length: 9 }, (_, i) => `<path d="M352 ${360 + i * 17}h96" stroke="#00000030" stroke-width="6"/>`).join('')}<rect x="380" y="510" width="40" height="150" rx="16" fill="${dark}"/></g>`,
  pump: (tint) =>
    `<circle cx="380" cy="420" r="170" fill="${tint}"/><circle cx="380" cy="420" r="96" fill="${steel}"/><circle cx="380" cy="420" r="30" fill="${dark}"/><path d="M500 330h130v90H540z" fill="${tint}"/><circle cx="640" cy="375" r="46" fill="${steel}"/>${[0, 1, 2, 3, 4].map((i) => `<circle cx="${380 + 134 * Math.cos(i * 1.257)}" cy="${420 + 134 * Math.sin(i * 1.257)}" r="15" fill="${dark}"/>`).join('')}`,
  battery: (tint, text) =>
    `<rect x="180" y="300" width="440" height="320" rx="16" fill="${dark}"/><rect x="180" y="300" width="440" height="92" rx="16" fill="${tint}"/><rect x="240" y="258" width="70" height="46" rx="8" fill="${steel}"/><rect x="490" y="258" width="70" height="46" rx="8" fill="${steel}"/><text x="275" y="362" font-size="48" font-family="sans-serif" fill="#fff" text-anchor="middle">+</text><text x="525" y="362" font-size="48" font-family="sans-serif" fill="#fff" text-anchor="middle">−</text>${label(250, 440, 300, 110, text)}`,
  lamp: (tint) =>
    `<rect x="230" y="270" width="340" height="260" rx="40" fill="${dark}"/><rect x="256" y="296" width="288" height="208" rx="26" fill="#dfe9f2"/>${Array.from({ length: 12 }, (_, i) => `<circle cx="${300 + (i % 4) * 67}" cy="${334 + Math.floor(i / 4) * 66}" r="24" fill="#fff6cf" stroke="${tint}" stroke-width="6"/>`).join('')}<path d="M380 530h40v80h-40zM310 606h180v30H310z" fill="${steel}"/>`,
  hose: (tint) =>
    `<path d="M240 620c-60-300 200-420 260-260s-140 250-40 290 130-120 110-300" fill="none" stroke="${dark}" stroke-width="44"/><path d="M240 620c-60-300 200-420 260-260s-140 250-40 290 130-120 110-300" fill="none" stroke="${tint}" stroke-width="5"/><rect x="208" y="606" width="70" height="80" rx="8" fill="${steel}"/><rect x="536" y="268" width="70" height="90" rx="8" fill="${steel}"/>`,
  blade: (tint) =>
    [0, 1, 2]
      .map(
        (i) =>
          `<path transform="translate(${i * 92 - 60} ${i * 40 - 20})" d="M300 220h56v220q0 120 140 150v48q-196-20-196-190z" fill="${i === 1 ? tint : dark}" stroke="#ffffff55" stroke-width="4"/>`,
      )
      .join(''),
  cone: (tint) =>
    `<path d="M320 220h160l90 400H230z" fill="${tint}"/><path d="M320 220h160l90 400H230z" fill="url(#round)"/>${[300, 380, 460, 540].map((y) => `<path d="M${400 - (y - 130) * 0.42} ${y}h${(y - 130) * 0.84}" stroke="#00000030" stroke-width="12"/>`).join('')}<ellipse cx="400" cy="222" rx="80" ry="20" fill="${dark}"/>`,
  tooth: (tint) =>
    `<path d="M290 230h220l-20 190-70 230h-40l-70-230z" fill="${steel}"/><path d="M290 230h220l-12 110H302z" fill="${tint}"/><circle cx="400" cy="286" r="28" fill="${dark}"/><path d="M400 420v210" stroke="#00000030" stroke-width="8"/>`,
};

export function productPicture(product: Product, tint: string, text: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${productSide}" height="${productSide}">
    <defs><linearGradient id="round" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#000" stop-opacity="0.28"/><stop offset="0.3" stop-color="#fff" stop-opacity="0.22"/><stop offset="1" stop-color="#000" stop-opacity="0.34"/></linearGradient></defs>
    <rect width="${productSide}" height="${productSide}" fill="#f3f4f2"/><ellipse cx="400" cy="680" rx="240" ry="26" fill="#00000018"/>
    ${drawings[product](tint, text)}
  </svg>`;
}
