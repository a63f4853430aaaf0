/** A value that JSON can contain. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An object that JSON can contain. */
export type JsonRecord = { [key: string]: Json };
