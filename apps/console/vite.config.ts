import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.HEADLAND_SERVER ?? 'http://127.0.0.1:3000';
const proxied = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [react()],
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    proxy: { '/api': proxied, '/socket.io': { ...proxied, ws: true } },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    // Fonts come as 92 small files so that a page loads only the glyphs it shows: inlining them would undo that.
    assetsInlineLimit: 0,
    // The coast lines of the world: loaded once, with the first map.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'chakra', test: /node_modules[\\/](@chakra-ui|@ark-ui|@zag-js|@emotion)[\\/]/ },
            { name: 'leaflet', test: /node_modules[\\/]leaflet[\\/]/ },
          ],
        },
      },
    },
  },
});
