// While the entry is on its way: the words of the stored language, and the frame of the console or the login. The build
// writes their names to this script's element (`preload.ts`).
{
  const { dataset } = document.currentScript;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('vuexStore') ?? '{}') ?? {};
  } catch {
    // the console begins anew with a damaged store
  }
  const names = `${dataset[stored.language === 'en' ? 'en' : 'ko']} ${dataset[stored.session ? 'shell' : 'login']}`;
  for (const name of names.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = name;
    document.head.append(link);
  }
}
