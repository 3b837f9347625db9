/** Addresses of the delivery and takeover document, apart from their schemas: its page loads no schema library. */
export const rdiPaths = { open: '/api/rdi/openings', file: '/api/rdi/openings/:opening/file' } as const;

/** 128 random bits. */
export const rdiIdForm = /^[\w-]{22}$/;
