import "./steps-IikIAz4A.js";
export {};
