import { defineConfig, defaultServerConditions } from 'vite';
export default defineConfig({ root: '/work/main/apps/server', ssr: { resolve: { conditions: [...defaultServerConditions], externalConditions: ['node'] } },
  build: { ssr: true, outDir: '/work/main/tools/.scratch-app/dist', emptyOutDir: true, target: 'node20', sourcemap: true, minify: false, rolldownOptions: { input: { main: '/work/main/tools/.scratch-app/main.ts' } } } });
