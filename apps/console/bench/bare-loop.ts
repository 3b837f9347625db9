import { panAt, worldX, worldY, centre, type Mover } from './fleet';

/**
 * The least that drawing a fleet can cost in a browser: one canvas, sprites drawn beforehand, one drawImage a vehicle a frame. No map below it,
 * nothing to click, no data that arrives.
 */
export function startBareLoop(
  stage: HTMLElement,
  fleet: readonly Mover[],
): { frame: (seconds: number) => void; stop: () => void } {
  const canvas = document.createElement('canvas');
  canvas.width = stage.clientWidth;
  canvas.height = stage.clientHeight;
  stage.append(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const sprites = Array.from({ length: 36 }, (_, i) => arrow((i * 10 * Math.PI) / 180));
  const [left, top] = [worldX(centre.lon) - canvas.width / 2, worldY(centre.lat) - canvas.height / 2];
  return {
    frame: (seconds) => {
      const pan = panAt(seconds);
      context.clearRect(0, 0, canvas.width, canvas.height);
      for (const m of fleet) {
        const sprite = sprites[Math.floor(m.heading / 10)];
        if (sprite)
          context.drawImage(
            sprite,
            Math.round(m.x + m.dx * seconds - left - pan.x - 12),
            Math.round(m.y + m.dy * seconds - top - pan.y - 12),
          );
      }
    },
    stop: () => canvas.remove(),
  };
}

/** 24 pixels square, as large as a mark on the product's map. */
function arrow(angle: number): HTMLCanvasElement {
  const sprite = document.createElement('canvas');
  sprite.width = 24;
  sprite.height = 24;
  const context = sprite.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.translate(12, 12);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(0, -10);
  context.lineTo(7, 9);
  context.lineTo(0, 5);
  context.lineTo(-7, 9);
  context.closePath();
  context.fillStyle = '#3fb27f';
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = '#0b1015';
  context.stroke();
  return sprite;
}
