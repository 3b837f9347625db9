/** Where a browser that is a wall display keeps its token, in local storage. */
export const kioskKey = 'headlandKiosk';
