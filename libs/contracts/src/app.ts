/** What the customers' app and the server say to each other besides the endpoints: `authorization: Bearer <app token>`. A token of staff opens nothing here, nor the other way round. */
export const appHeader = 'authorization';
