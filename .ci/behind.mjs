// Lets a job that only computes stand behind those that wait for browsers and clocks: `node --import ./.ci/behind.mjs`.
import { setPriority } from 'node:os';

setPriority(10);
