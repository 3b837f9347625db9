export function WallPage() {
  return <div data-theme="dark" />;
}
