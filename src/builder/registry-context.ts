import { createContext } from 'react';
import { registry } from './registry.ts';

/** The registry views are looked up in; tests put their own here. */
export const RegistryContext = createContext(registry);
