/** The id of the element that carries the application's data in a document. */
export const APP_DATA_ID = 'app-data';
