import { chakra } from '@chakra-ui/react';

const opacities = [0.35, 0.51, 0.67, 0.43, 0.59];

/** Lines towards a horizon, faint behind the login. */
export function LoginBackground() {
  return (
    <chakra.svg
      pos="fixed"
      inset="0"
      w="full"
      h="full"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      css={{ maskImage: 'linear-gradient(transparent 36%, #000 95%)' }}
    >
      {Array.from({ length: 26 }, (_, i) => {
        const near = -120 + i * 70;
        const far = 472 + i * 28;
        return (
          <path
            key={i}
            d={`M${near} 900C${near + 60} 620 ${near + (far - near) * 0.634} 420 ${far} 300`}
            fill="none"
            stroke="var(--line-strong)"
            strokeOpacity={opacities[i % 5]}
          />
        );
      })}
    </chakra.svg>
  );
}
